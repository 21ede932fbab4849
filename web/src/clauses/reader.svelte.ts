/** The rules being read beside the table: any clause link opens here. */

class Reader {
  rulebook = $state('')
  open = $state(false)
  id = $state('')

  read(id: string): void {
    this.id = id
    this.open = true
  }
}

export const reader = new Reader()

import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { settings } from './shell/settings.svelte'

settings.apply()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.apply())

const target = document.getElementById('app')
if (!target) throw new Error('the page has no place for the app')
mount(App, { target })

import { latchkey } from './wallet.ts'

const button = document.querySelector('#connect')
button?.addEventListener('click', () => latchkey.open())

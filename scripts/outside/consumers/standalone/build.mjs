/** A page without a bundler and without an import map: the folder is put beside it, as a CDN would. */
import { cpSync } from 'node:fs'

cpSync('node_modules/latchkey/dist/standalone', 'dist/latchkey', { recursive: true })
cpSync('main.js', 'dist/main.js')

import { latchkeyPlugin } from 'latchkey/vue'
import { createApp } from 'vue'
import App from './App.vue'
import { latchkey } from './wallet.ts'

createApp(App).use(latchkeyPlugin, latchkey.config).mount('#app')

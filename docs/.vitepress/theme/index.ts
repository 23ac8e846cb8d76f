import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import '../../../packages/ui/src/tokens.css'
import './theme.css'
import './home.css'
import Home from './Home.vue'

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Home', Home)
  },
}

export default theme

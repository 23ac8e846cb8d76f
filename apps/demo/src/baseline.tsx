import { createRoot } from 'react-dom/client'

/** The floor that the benches compare with: a page with React and one button. */
const root = document.querySelector('#root')
if (root) createRoot(root).render(<button type="button">Connect</button>)

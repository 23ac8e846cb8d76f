import { createRoot } from 'react-dom/client'
import { Playground } from './Playground.tsx'

const root = document.querySelector('#root')
if (root) createRoot(root).render(<Playground />)

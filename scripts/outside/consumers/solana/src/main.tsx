import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AdapterPage } from './AdapterPage.tsx'
import { ReactPage } from './ReactPage.tsx'
import './wallet.ts'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>{location.search === '?adapter' ? <AdapterPage /> : <ReactPage />}</StrictMode>,
)

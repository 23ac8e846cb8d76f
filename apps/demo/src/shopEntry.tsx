import { createRoot, hydrateRoot } from 'react-dom/client'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { ShopPage, shopLatchkey } from './Shop.tsx'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const page = (
  <ShopPage
    latchkey={shopLatchkey(
      { ...demoOrigins(), ...demoAccountTypes(), walletConnect: demoWalletConnect() },
      location.origin,
    )}
  />
)
const root = document.querySelector('#root')
// One document comes with the page as a server has rendered it.
if (root?.hasChildNodes()) hydrateRoot(root, page)
else if (root) createRoot(root).render(page)

import { renderToString } from 'react-dom/server'
import { ShopPage, shopLatchkey } from './Shop.tsx'

/** The shop as a server renders it: nobody is connected there, and nothing is contacted. */
export function renderShop(): string {
  const services = { walletOrigin: 'https://wallet.example.net', apiOrigin: 'https://api.example.com' }
  const latchkey = shopLatchkey(services, 'https://shop.example.org')
  try {
    return renderToString(<ShopPage latchkey={latchkey} />)
  } finally {
    latchkey.destroy()
  }
}

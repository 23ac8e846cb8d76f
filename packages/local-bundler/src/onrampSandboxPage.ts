/** What the page of the sandbox shows. Every text is made of digits and names of ours. */
type Checkout = {
  id: string
  status: 'open' | 'paid' | 'delivered' | 'failed'
  sum: string
  fee: string
  coins: string
  address: string
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: Canvas; color: CanvasText }
main { width: min(100% - 48px, 400px) }
h1 { font-size: 20px; margin: 0 0 4px }
p { margin: 0 0 24px; opacity: .7 }
dl { margin: 0 0 24px; padding: 16px; border: 1px solid color-mix(in srgb, CanvasText 15%, transparent); border-radius: 12px }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0 }
dt { opacity: .7 } dd { margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
button { width: 100%; padding: 14px; border: 0; border-radius: 12px; font: inherit; font-weight: 600; color: #fff; background: #3355ee; cursor: pointer }
button:focus-visible { outline: 2px solid; outline-offset: 2px }
output { display: block; padding: 14px; border-radius: 12px; text-align: center; background: color-mix(in srgb, #22aa66 18%, transparent) }
`

const SAID = {
  paid: 'Paid. Your coins are on their way; you can close this window.',
  delivered: 'Delivered. You can close this window.',
  failed: 'The local chain did not take it.',
} as const

/** The checkout of the sandbox, as a page of its own. */
export function checkoutPage({ id, status, sum, fee, coins, address }: Checkout): string {
  const end =
    status === 'open'
      ? `<form method="post" action="/checkout/${id}/pay"><button>Pay ${sum}</button></form>`
      : `<output>${SAID[status]}</output>`
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Sandbox checkout</title><style>${STYLE}</style>
<main><h1>Sandbox</h1><p>A provider for development. No money is taken.</p>
<dl><div><dt>You get</dt><dd>${coins}</dd></div><div><dt>At</dt><dd>${address}</dd></div>
<div><dt>Fee</dt><dd>${fee}</dd></div><div><dt>You pay</dt><dd>${sum}</dd></div></dl>${end}</main></html>`
}

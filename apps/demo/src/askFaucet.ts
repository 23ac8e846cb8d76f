/** Asks the local stack for an ether of the local chain, and for tokens. */
export async function askFaucet(address: string): Promise<string> {
  const response = await fetch('/faucet', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  if (!response.ok) throw new Error('There is no faucet here: it belongs to the local stack.')
  return 'One test ETH, 100 LKD and 100 LKO have arrived.'
}

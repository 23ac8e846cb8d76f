/** Asks the wallet's service whose token this is; for your back end, which sends no `Origin`. */
export async function whoIs(token: string) {
  const answer = await fetch('https://api.example.net/auth/v1/me?projectId=shop', {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error('Not signed in')
  const { address, chainId, domain } = await answer.json()
  if (domain !== 'shop.example') throw new Error('Signed in on another site of the project')
  return { address, chainId }
}

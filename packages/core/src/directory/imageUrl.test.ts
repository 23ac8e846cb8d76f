import { ASSET_IMAGE_PATH, WALLET_IMAGE_PATH } from '@latchkey/protocol/http'
import { expect, it } from 'vitest'
import { SDK_VERSION } from '../remote/serviceUrl.ts'
import { mainnet, testConfig } from '../testing/testConfig.ts'
import { assetImageUrl, networkImageUrl, walletImageUrl } from './imageUrl.ts'

const { config } = testConfig()

it.each([
  [
    'the service keeps it under its id',
    { imageId: 'ethereum-v1' },
    `https://api.example/public/getAssetImage/ethereum-v1?projectId=test&st=html&sv=html-${SDK_VERSION}`,
  ],
  [
    'the network brings its own',
    { imageId: 'ethereum-v1', imageUrl: 'https://host.example/e.png' },
    'https://host.example/e.png',
  ],
  [
    'an id is one name, not a path',
    { imageId: '../x' },
    `https://api.example/public/getAssetImage/..%2Fx?projectId=test&st=html&sv=html-${SDK_VERSION}`,
  ],
  ['it names none', {}, undefined],
])('R3-25 the picture of a network: %s', (_rule, assets, url) => {
  expect(networkImageUrl(config, { ...mainnet, assets })).toBe(url)
  expect(networkImageUrl(config, mainnet)).toBeUndefined()
})

it('asks where the service answers', () => {
  expect(new URL(walletImageUrl(config, 'a/b')).pathname).toBe(`${WALLET_IMAGE_PATH}/a%2Fb`)
  expect(new URL(assetImageUrl(config, 'base-v1')).pathname).toBe(`${ASSET_IMAGE_PATH}/base-v1`)
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Failure } from './api/failure.ts'
import { styleNonce } from './api/page-meta.ts'
import { createAppRouter } from './router.tsx'
import './style.css'

setNonce(styleNonce)
// zod would try to compile its schemas, which the content security policy blocks and reports. These are its settings, which
// it reads when a later page loads it: its own function for them would put a tenth of zod into the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const mostRetries = 2

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Retries only requests without a response from Waymark.
      retry: (count, error) => count < mostRetries && error instanceof Failure && isPassing(error),
    },
    // A mutation fails while the browser is offline: one that waits looks done, and is sent hours later. Queries wait.
    mutations: { networkMode: 'always' },
  },
})

const isPassing = ({ code, status }: Failure) => code === 'NO_ANSWER' || status === 502 || status === 503

const app = document.getElementById('app')
if (app === null) throw new Error('The page has no #app element')
createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={createAppRouter(queries)} />
    </QueryClientProvider>
  </StrictMode>,
)

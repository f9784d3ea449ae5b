import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// What is shipped is React's production code, whatever NODE_ENV the caller of the build has (a test run, for one).
process.env.NODE_ENV = 'production';

// The server replaces __CSP_NONCE__ with a fresh nonce for each response; assets stay files because the policy allows no inline script and no data: fonts.
export default defineConfig({
  base: './',
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: { conditions: ['@roster/source', 'module', 'browser', 'production'] },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', chunkSizeWarningLimit: 1000, reportCompressedSize: true },
});

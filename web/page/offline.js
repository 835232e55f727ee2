// Keeps the page's own files, so that it works without a network. Nothing else is ever fetched.
const CACHE = 'wend-VERSION';
const FILES = ['./']; // and what scripts/web_page.mjs lists

addEventListener('install', (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
    const old = (names) => Promise.all(names.filter((n) => n.startsWith('wend-') && n !== CACHE).map((n) => caches.delete(n)));
    event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});
addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
    event.respondWith(
        fetch(request)
            .then((response) => {
                const copy = response.clone();
                if (response.ok) caches.open(CACHE).then((cache) => cache.put(request, copy));
                return response;
            })
            .catch(() => caches.match(request, { ignoreSearch: true })),
    );
});

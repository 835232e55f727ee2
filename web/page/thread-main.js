// The worker of the page: that of the package.
import '../wend/worker-thread.js';

#include "path_counts.h"

#include "path/search.h"

path_counts path_counts_of(const wend_search *search) {
    return (path_counts){search->taken, search->swept};
}

/* Plain C: what the machine can do when a map is a few arrays and a hex is an index into them.

   A question is one struct, so that a call from Python passes one pointer; `..._all` answers many in one call. */

#include <stdint.h>
#include <string.h>

enum { MOST_HEXES = 4096, MOST_POINTS = 1024 };

/* The steps out of hex h are first[h] to first[h + 1]: where they lead and what they cost. */
typedef struct {
    int32_t hexes;
    const int32_t *first, *to, *toll;
} graph;

typedef struct {
    const graph *map;
    int32_t start, allowance;
    const uint8_t *stop, *barred;
    int32_t *cost; /* the answer: by hex, -1 where the unit cannot come */
} move;

typedef struct {
    const graph *map;
    int32_t number;
    const int32_t *units;
    uint8_t *found; /* the answer: by hex */
} zone;

typedef struct {
    const graph *map;
    int32_t number;
    const int32_t *sources;
    const uint8_t *open;
    uint8_t *found; /* the answer: by hex */
} supply;

/* Dijkstra with a bucket for every cost: a bucket is a list of entries, an entry stands for one way to a hex. */
void reach(const move *m)
{
    static struct { int32_t hex, next; } entry[6 * MOST_HEXES + 1];
    static int32_t bucket[MOST_POINTS + 1];
    const int32_t *first = m->map->first, *to = m->map->to, *toll = m->map->toll;
    int32_t *cost = m->cost, entries = 1;
    memset(cost, -1, m->map->hexes * sizeof *cost);
    memset(bucket, -1, (m->allowance + 1) * sizeof *bucket);
    cost[m->start] = 0;
    entry[0].hex = m->start;
    entry[0].next = -1;
    bucket[0] = 0;
    for (int32_t spent = 0; spent <= m->allowance; spent++)
        for (int32_t e = bucket[spent]; e >= 0; e = entry[e].next) {
            int32_t here = entry[e].hex;
            if (cost[here] != spent || (m->stop[here] && here != m->start))
                continue;
            for (int32_t s = first[here]; s < first[here + 1]; s++) {
                int32_t there = to[s], total = spent + toll[s];
                if (total > m->allowance || m->barred[there] || (uint32_t)cost[there] <= (uint32_t)total)
                    continue;
                cost[there] = total;
                entry[entries].hex = there;
                entry[entries].next = bucket[total];
                bucket[total] = entries++;
            }
        }
}

void spread(const zone *z)
{
    memset(z->found, 0, z->map->hexes);
    for (int32_t u = 0; u < z->number; u++)
        for (int32_t s = z->map->first[z->units[u]]; s < z->map->first[z->units[u] + 1]; s++)
            z->found[z->map->to[s]] = 1;
}

void flood(const supply *q)
{
    static int32_t queue[MOST_HEXES];
    int32_t in = 0, out = 0;
    memset(q->found, 0, q->map->hexes);
    for (; in < q->number; in++) {
        queue[in] = q->sources[in];
        q->found[queue[in]] = 1;
    }
    while (out < in) {
        int32_t here = queue[out++];
        for (int32_t s = q->map->first[here]; s < q->map->first[here + 1]; s++) {
            int32_t there = q->map->to[s];
            if (q->open[there] && !q->found[there]) {
                q->found[there] = 1;
                queue[in++] = there;
            }
        }
    }
}

void reach_all(const move *m, int32_t number) { while (number--) reach(m++); }
void spread_all(const zone *z, int32_t number) { while (number--) spread(z++); }
void flood_all(const supply *q, int32_t number) { while (number--) flood(q++); }

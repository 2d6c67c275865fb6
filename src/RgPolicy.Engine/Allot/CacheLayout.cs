using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Allot;

/// <summary>Every pool's class of service and every class's masks.</summary>
/// <param name="Classes">In the order of their numbers.</param>
/// <param name="Notes">Why a pool has something else than it wished for.</param>
internal sealed record CacheLayout(ImmutableArray<ServiceClass> Classes, ImmutableArray<CacheNote> Notes)
{
    public static CacheLayout Empty { get; } = new([], []);

    /// <summary>It was laid out together with the pools of other servers on the host.</summary>
    public bool IsOfHost { get; init; }

    /// <summary>The class of a pool, or null for the default class: every way, all bandwidth.</summary>
    public ServiceClass? ClassOf(int pool)
    {
        foreach (var item in Classes)
        {
            if (item.Pools.Contains(pool))
                return item;
        }

        return null;
    }

    /// <summary>The same layout for the pools of another policy, known by their names; others drop out of it.</summary>
    public CacheLayout For(ImmutableArray<Pool> before, ImmutableArray<Pool> now) =>
        new(
            [
                .. from item in Classes
                let pools = now.Where(pool =>
                        item.Pools.Any(old => old < before.Length && before[old].Name == pool.Name)
                    )
                    .Select(pool => pool.Index)
                where pools.Any()
                select item with
                {
                    Pools = [.. pools],
                },
            ],
            []
        );

    /// <summary>What is to be said of a pool, each once, in the order it came about.</summary>
    public IEnumerable<string> NotesOf(int pool) => Notes.Where(note => note.Pool == pool).Select(note => note.Text);
}

/// <summary>What one pool wants of the cache and the memory bandwidth.</summary>
/// <param name="Pool">The pool's index; each has one request.</param>
/// <param name="Ways">Ways of each L3 domain; all of them for no limit.</param>
/// <param name="Floor">Never fewer than these, whatever has to be folded.</param>
/// <param name="IsExclusive">No other pool's mask may have these ways.</param>
/// <param name="Bandwidth">Memory bandwidth, percent; 100 for no limit.</param>
/// <param name="Domains">Positions of the L3 domains in which the pool runs, as bits.</param>
internal readonly record struct CacheRequest(
    int Pool,
    int Ways,
    int Floor,
    bool IsExclusive,
    int Bandwidth,
    ulong Domains
)
{
    public bool IsIn(int domain) => domain >= 64 || (Domains >> domain & 1) != 0;
}

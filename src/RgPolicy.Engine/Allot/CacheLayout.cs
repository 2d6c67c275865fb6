using System.Collections.Immutable;

namespace RgPolicy.Engine.Allot;

/// <summary>Every pool's class of service and every class's masks.</summary>
/// <param name="Classes">In the order of their numbers.</param>
/// <param name="Notes">Why a pool has something else than it wished for.</param>
internal sealed record CacheLayout(ImmutableArray<ServiceClass> Classes, ImmutableArray<CacheNote> Notes)
{
    public static CacheLayout Empty { get; } = new([], []);

    /// <summary>The class of a pool, or null for the default class: every way, all bandwidth.</summary>
    public ServiceClass? ClassOf(int pool)
    {
        foreach (var item in Classes)
        {
            if (item.Pools.Contains(pool))
            {
                return item;
            }
        }

        return null;
    }

    /// <summary>What is to be said of a pool, each once, in the order it came about.</summary>
    public IEnumerable<string> NotesOf(int pool) => Notes.Where(note => note.Pool == pool).Select(note => note.Text);
}

using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>
/// Remembers what was proved to be gone for queries whose signals are all known, made as wide as the proof allows: so a
/// proof is not found again for every class below.
/// </summary>
internal sealed class TakenWhileKnown(ClassBoxes classes)
{
    private readonly List<TakenBox> _taken = [];

    /// <summary>What is known to be gone around a box, or null.</summary>
    public TakenBox? Find(Box box)
    {
        var known = Known(box);
        return known is null ? new TakenBox(box, AskedUnknown(box)) : _taken.Find(taken => known.IsInside(taken.Box));
    }

    /// <summary>Remembers a box that was proved to be gone.</summary>
    /// <param name="box">The box.</param>
    /// <param name="used">The classes that take it.</param>
    /// <param name="prove">Tries a wider box.</param>
    public TakenBox Add(Box box, IReadOnlySet<int> used, Func<Box, Coverage> prove)
    {
        var taken = new TakenBox(Widen(Known(box) ?? box, used), Unknowable(used));
        foreach (var dimension in taken.Box.Dimensions)
        {
            var wider = Without(taken.Box, narrowed => narrowed == dimension);
            if (prove(wider) is { IsCovered: true } proof)
            {
                taken = new TakenBox(Widen(wider, proof.Used), Unknowable(proof.Used));
            }
        }

        _taken.RemoveAll(narrower => narrower.Box.IsInside(taken.Box));
        _taken.Add(taken);
        return taken;
    }

    /// <summary>The known part of a box, or null where it has none.</summary>
    public Box? Known(Box box)
    {
        for (var place = 0; place < box.Dimensions.Length; place++)
        {
            var known = classes.Space.Dimensions[box.Dimensions[place]].Known;
            if (!box.Sets[place].IsSubsetOf(known))
            {
                return Narrow(box);
            }
        }

        return box;
    }

    /// <summary>The box without the dimensions of which no class that takes it asks.</summary>
    private Box Widen(Box box, IReadOnlySet<int> used)
    {
        var asked = Asked(used);
        return Without(box, dimension => !asked.Contains(dimension));
    }

    private static Box Without(Box box, Func<int, bool> isOut) =>
        Box.Of(box.Dimensions.Zip(box.Sets, KeyValuePair.Create).Where(pair => !isOut(pair.Key)).ToList());

    private HashSet<int> Asked(IReadOnlySet<int> used) =>
        [.. used.SelectMany(owner => classes.Of(owner).ToArray()).SelectMany(owned => owned.Box.Dimensions)];

    private List<int> Unknowable(IReadOnlySet<int> used) =>
        [.. Asked(used).Where(dimension => classes.Space.Dimensions[dimension].CanBeUnknown)];

    private Box? Narrow(Box box)
    {
        foreach (var dimension in box.Dimensions)
        {
            if (box.Intersect(Box.Of(dimension, classes.Space.Dimensions[dimension].Known)) is not { } narrowed)
            {
                return null;
            }

            box = narrowed;
        }

        return box;
    }

    private List<int> AskedUnknown(Box box) =>
        [
            .. box.Dimensions.Where(
                (dimension, place) => !box.Sets[place].Intersects(classes.Space.Dimensions[dimension].Known)
            ),
        ];
}

/// <summary>A box of which nothing is left for later classes while some signals are known.</summary>
/// <param name="Box">The box.</param>
/// <param name="Unknowable">The dimensions that have to be known for this.</param>
internal sealed record TakenBox(Box Box, IReadOnlyCollection<int> Unknowable);

using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// Texts: cell 0 is every text that no condition names. Each named text has a cell of its own; where one is named
/// <c>exactly</c>, so has every casing named exactly, and all other casings share one if there are any.
/// </summary>
internal sealed record TextAxis : Axis
{
    private readonly Dictionary<string, CellSet> _anyCasing;
    private readonly Dictionary<string, int> _exactly;

    private TextAxis(
        ImmutableArray<string> samples,
        Dictionary<string, CellSet> anyCasing,
        Dictionary<string, int> exactly
    )
        : base(samples.Length + 1)
    {
        Samples = samples;
        _anyCasing = anyCasing;
        _exactly = exactly;
        Names = samples.ToHashSet(StringComparer.OrdinalIgnoreCase);
        Characters = samples.SelectMany(name => name).Select(char.ToUpperInvariant).ToHashSet();
    }

    /// <summary>A text of each cell from cell 1.</summary>
    public ImmutableArray<string> Samples { get; }

    /// <summary>The named texts, whatever their case.</summary>
    public IReadOnlySet<string> Names { get; }

    /// <summary>The characters of all names, in upper case.</summary>
    public IReadOnlySet<char> Characters { get; }

    public static TextAxis Of(IEnumerable<TextConstant> constants)
    {
        var samples = ImmutableArray.CreateBuilder<string>();
        var anyCasing = new Dictionary<string, CellSet>(StringComparer.OrdinalIgnoreCase);
        var exactly = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var casings in constants.GroupBy(constant => constant.Value, StringComparer.OrdinalIgnoreCase))
        {
            var from = samples.Count + 1;
            var given = new List<string>();
            foreach (var exact in casings.Where(constant => constant.Exactly).Select(constant => constant.Value))
            {
                if (exactly.TryAdd(exact, samples.Count + 1))
                {
                    samples.Add(exact);
                    given.Add(exact);
                }
            }

            if (Casings.FindOther(casings.Key, given) is { } other)
            {
                samples.Add(other);
            }

            anyCasing[casings.Key] = CellSet.Range(from, samples.Count + 1);
        }

        return new TextAxis(samples.ToImmutable(), anyCasing, exactly);
    }

    /// <summary>Texts of a named cell: one, or its casings that are not named exactly; no more than a
    /// number of them.</summary>
    /// <param name="cell">The cell, from 1.</param>
    /// <param name="most">So many at the most.</param>
    /// <param name="isAll">True when these are all.</param>
    public IEnumerable<string> TextsOf(int cell, int most, out bool isAll)
    {
        var sample = Samples[cell - 1];
        isAll = true;
        return _exactly.TryGetValue(sample, out var exact) && exact == cell
            ? [sample]
            : Casings.Of(sample, most, out isAll).Where(casing => !_exactly.ContainsKey(casing));
    }

    /// <summary>The fewest constants that name just these cells; cell 0 is not among them.</summary>
    public IEnumerable<TextConstant> Describe(CellSet named)
    {
        var isTold = new bool[Count];
        foreach (var (text, cells) in _anyCasing.Where(entry => entry.Value.IsSubsetOf(named)))
        {
            isTold.AsSpan(cells.First, cells.Count).Fill(true);
            yield return new TextConstant(text, false);
        }

        foreach (var cell in named.Cells().Where(cell => !isTold[cell]))
        {
            yield return new TextConstant(Samples[cell - 1], true);
        }
    }

    /// <summary>The cells of the texts that equal a constant.</summary>
    public CellSet Cells(TextConstant constant) =>
        constant.Exactly ? CellSet.Single(_exactly[constant.Value]) : _anyCasing[constant.Value];
}

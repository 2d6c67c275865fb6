using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Collects what differs beside the classes, each statement once and with a sample where there
/// is one.</summary>
internal sealed class ChangeList
{
    private readonly Dictionary<(string Kind, string Name), StatementChange> _changes = [];
    private readonly HashSet<string> _undecided = new(StringComparer.Ordinal);

    public void Add(string kind, string name, string what, Sample? sample)
    {
        var change = new StatementChange(kind, name, what, sample);
        if (
            !_changes.TryGetValue((change.Kind, change.Name), out var known)
            || (known.Sample is null && change.Sample is not null)
        )
            _changes[(change.Kind, change.Name)] = change;
    }

    public bool Has(string kind, string name) => _changes.GetValueOrDefault((kind, name)) is { Sample: not null };

    /// <summary>A part of which it was not decided whether it differs; it does not count where a sample comes to show
    /// that it does.</summary>
    public void AddUndecided(string part) => _undecided.Add(part);

    public ImmutableArray<StatementChange> Changes =>
        [
            .. _changes
                .Values.OrderBy(change => change.Kind, StringComparer.Ordinal)
                .ThenBy(change => change.Name, StringComparer.Ordinal),
        ];

    public ImmutableArray<string> Undecided
    {
        get
        {
            var shown = _changes
                .Values.Where(change => change.Sample is not null)
                .Select(change => change.Statement)
                .ToHashSet(StringComparer.Ordinal);
            return [.. _undecided.Where(part => !shown.Contains(part)).Order(StringComparer.Ordinal)];
        }
    }
}

using System.Collections.Immutable;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Collects what differs beside the classes, each statement once and with a sample where there is one.</summary>
internal sealed class ChangeList
{
    private readonly List<StatementChange> _changes = [];
    private readonly HashSet<string> _undecided = new(StringComparer.Ordinal);

    public void Add(StatementChange change)
    {
        var known = _changes.FindIndex(each => each.Kind == change.Kind && each.Name == change.Name);
        if (known < 0)
        {
            _changes.Add(change);
        }
        else if (_changes[known].Sample is null && change.Sample is not null)
        {
            _changes[known] = change;
        }
    }

    /// <summary>True when it is known to differ, with a sample.</summary>
    public bool Has(string kind, string name) =>
        _changes.Exists(each => each.Kind == kind && each.Name == name && each.Sample is not null);

    /// <summary>A part of which it was not decided whether it differs; it does not count where a sample comes to show that it does.</summary>
    public void AddUndecided(string part) => _undecided.Add(part);

    public ImmutableArray<StatementChange> Changes =>
        [.. _changes.OrderBy(change => change.Kind, StringComparer.Ordinal).ThenBy(change => change.Name, StringComparer.Ordinal)];

    public ImmutableArray<string> Undecided =>
        [.. _undecided.Where(part => !_changes.Exists(change => change.Statement == part && change.Sample is not null)).Order(StringComparer.Ordinal)];
}

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>RECONFIGURE puts everything in force that is stored, no matter who stored it: what others alter between the
/// first statement of a change and its RECONFIGURE is found before that runs.</summary>
internal sealed class OthersWatch(GovernorReader reader, string target)
{
    private GovernorState? _before;
    private GovernorAdoption? _adopted;
    private string _classifier = "";

    public bool HasFound { get; private set; }

    public void Begin(GovernorState all) =>
        (_before, _adopted, _classifier, HasFound) = (
            all.Others(),
            all.Adopted,
            GovernorStatements.UseClassifier(all.Classifier),
            false
        );

    public void Note(string statement)
    {
        if (GovernorStatements.NamesClassifier(statement))
            _classifier = statement;
    }

    /// <summary>Looks again, before RECONFIGURE. What was found once stops the change, and not what
    /// takes it back.</summary>
    /// <exception cref="ConfigureException">The configuration was changed by others.</exception>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        if (_before is not { } before || HasFound)
            return;
        var now = (await reader.ReadAllAsync(cancellationToken) with { Adopted = _adopted }).Others();
        var names = Differing(before, now).ToList();
        if (names.Count == 0)
            return;
        HasFound = true;
        throw new ConfigureException(
            $"{target}: {string.Join(", ", names)} changed after the change began, and RECONFIGURE would put that in force too",
            "Settle it with them, then make the plan again: rgp plan."
        );
    }

    private IEnumerable<string> Differing(GovernorState before, GovernorState now) =>
        [
            .. GovernorState.Differing(before.Pools, now.Pools),
            .. GovernorState.Differing(before.Groups, now.Groups),
            .. now
                .Unwritten.Except(before.Unwritten)
                .Concat(before.Unwritten.Except(now.Unwritten))
                .Select(each => each.Key)
                .Distinct(StringComparer.Ordinal),
            .. GovernorStatements.UseClassifier(now.Classifier) == _classifier ? [] : new[] { "the classifier" },
        ];
}

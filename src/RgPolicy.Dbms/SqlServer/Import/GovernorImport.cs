using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Writes Resource Governor's configuration as a policy: a pool for every workload group, with its own
/// settings and those of its resource pool, and the classes of the classifier, as far as a class can ask what it
/// asks.</summary>
internal sealed class GovernorImport
{
    private const string Default = "default";

    private readonly GovernorState _state;
    private readonly SqlServerFacts _facts;
    private readonly ForeignZone? _zone;
    private readonly GovernorState _all;
    private readonly ImmutableArray<string>.Builder _left = ImmutableArray.CreateBuilder<string>();
    private readonly Dictionary<int, List<string>> _comments = [];
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);
    private string? _ungoverned;
    private bool _isLossy;

    private GovernorImport(GovernorState all, SqlServerFacts facts, ForeignZone? zone) =>
        (_all, _state, _facts, _zone) = (all, all.OfUsers(), facts, zone);

    /// <remarks><c>state</c>: the configuration, the pool and the group <c>default</c> included. <c>zone</c>: its time
    /// zone; null where it is not known.</remarks>
    public static ImportedPolicy Of(GovernorState state, SqlServerFacts facts, ForeignZone? zone = null)
    {
        var import = new GovernorImport(state, facts, zone);
        var text = import.Write();
        return new ImportedPolicy(text, import._left.ToImmutable()) { IsLossy = import._isLossy };
    }

    private string Write()
    {
        var text = new StringBuilder("language 1\n");
        NameGroups();
        WriteState(text);
        var classifier = _state.Classifier is { } function
            ? ClassifierReader.Read(function) ?? ReadForeign(function)
            : null;
        if (classifier is not null)
            ImportedConditions.WriteWindows(text, classifier);
        foreach (var group in _state.Groups)
            WritePool(text, group);
        WriteClasses(text, classifier);
        LeaveEmptyPools(text);
        return text.ToString();
    }

    private void WriteState(StringBuilder text)
    {
        if (!_state.IsEnabled)
            Leave(text, "Resource Governor is off: nothing of this is in force.");
        if (_state.IsPending)
            Leave(text, "Changes are stored and not in force: this is what is stored.");
        if (_all.Unwritten.GetValueOrDefault(GovernorState.MaxOutstandingIo) is > 0 and var requests)
        {
            Leave(
                text,
                FormattableString.Invariant(
                    $"{GovernorState.MaxOutstandingIo} is {requests}, and stays: no policy writes it."
                )
            );
        }
    }

    /// <summary>Says something where it belongs in the policy too.</summary>
    private void Leave(StringBuilder text, string sentence)
    {
        _left.Add(sentence);
        text.Append("// ").Append(OneLine(sentence)).Append('\n');
    }

    /// <summary>Names and texts of the server may hold what ends a comment's line.</summary>
    private static string OneLine(string sentence) =>
        new([.. sentence.Select(each => char.IsControl(each) || each is '\u2028' or '\u2029' ? ' ' : each)]);

    private void NameGroups()
    {
        foreach (var group in _state.Groups)
        {
            var name = PolicyQuoting.Name(
                GovernorNames.IsOwn(group.Name) ? group.Name[GovernorNames.Prefix.Length..] : group.Name
            );
            for (var number = 2; _names.ContainsValue(name); number++)
                name += FormattableString.Invariant($"_{number}");
            _names[group.Name] = name;
        }
    }

    private void WritePool(StringBuilder text, WorkloadGroupSpec group)
    {
        text.Append('\n');
        LeaveSharing(text, group);
        if (group is { GroupMaxTempdbDataMb: not null, GroupMaxTempdbDataPercent: not null })
            Leave(text, $"The workload group {group.Name} has two limits of tempdb: the megabytes count.");
        if (!GovernorNames.IsOwn(group.Name))
        {
            _left.Add(
                $"The workload group {group.Name} is not RgPolicy's: applied, the policy makes "
                    + $"{GovernorNames.Of(_names[group.Name])} beside it (`rgp plan --adopt` replaces it)."
            );
        }

        if (
            _all.Unwritten.TryGetValue(GovernorState.ExternalPoolOf(group.Name), out var pool)
            && pool != GovernorState.DefaultExternalPool
        )
        {
            _isLossy = true;
            Leave(text, $"The workload group {group.Name} uses an external resource pool, which no policy writes.");
        }

        text.Append(CultureInfo.InvariantCulture, $"pool {_names[group.Name]} {{\n");
        foreach (var setting in Settings(group))
            text.Append("  ").Append(setting).Append('\n');
        text.Append("}\n");
    }

    /// <summary>Minimums of a pool that several groups share are divided, so that they can be promised.</summary>
    private IEnumerable<string> Settings(WorkloadGroupSpec group)
    {
        var pool = _all.Pool(group.Pool) ?? new ResourcePoolSpec(group.Pool);
        var groups = Math.Max(1, Sharing(group).Count());
        return ImportedSettings.Of(
            pool with
            {
                MinCpuPercent = pool.MinCpuPercent / groups,
                MinMemoryPercent = pool.MinMemoryPercent / groups,
                MinIopsPerVolume = pool.MinIopsPerVolume / groups,
            },
            group,
            _facts
        );
    }

    private IEnumerable<WorkloadGroupSpec> Sharing(WorkloadGroupSpec group) =>
        _all.Groups.Where(other => PoolOf(other) == PoolOf(group));

    private void LeaveSharing(StringBuilder text, WorkloadGroupSpec group)
    {
        var groups = Sharing(group).ToList();
        if (
            groups.Count < 2
            || groups[0] != group
            || _all.Pool(group.Pool) is not { } pool
            || (pool == pool.Lift() && groups.TrueForAll(each => each.Importance == group.Importance))
        )
            return;
        var sum = pool.CapCpuPercent < 100 ? pool.CapCpuPercent : pool.MaxCpuPercent;
        Leave(
            text,
            FormattableString.Invariant(
                $"The resource pool {pool.Name} has several workload groups ({string.Join(", ", groups.Select(each => each.Name))}): "
            )
                + "as a policy each gets a pool of its own with the same limits, and its part of the minimums."
                + (
                    sum < 100
                        ? FormattableString.Invariant(
                            $" Together they may then use {Math.Min(100, sum * groups.Count)}% of the CPU, not {sum}%."
                        )
                        : ""
                )
                + " IMPORTANCE orders the groups of one pool, and nothing between pools."
        );
    }

    private void WriteClasses(StringBuilder text, LoginClassifier? classifier)
    {
        text.Append('\n');
        var number = 0;
        foreach (var rule in classifier?.Rules ?? [])
        {
            WriteComments(text, number++);
            var pool = NameOf(text, rule.Group);
            text.Append(
                CultureInfo.InvariantCulture,
                $"class {PolicyQuoting.Name(rule.Class)} -> {pool} when "
                    + $"{ImportedConditions.Of(rule.Test, classifier?.GovernedLogins ?? [])}\n"
            );
        }

        LeaveUnnamed(text, classifier);

        foreach (var left in _comments.Keys.Where(before => before >= number).Order())
            WriteComments(text, left);
        var otherwise = classifier is null ? Ungoverned() : NameOf(text, classifier.Otherwise);
        WriteUngoverned(text);
        text.Append(CultureInfo.InvariantCulture, $"default -> {otherwise}\n");
    }

    private void LeaveUnnamed(StringBuilder text, LoginClassifier? classifier)
    {
        var named = classifier?.Rules.SelectMany(rule => ImportedConditions.Named(rule.Test)) ?? [];
        foreach (var login in (classifier?.GovernedLogins ?? []).Except(named, StringComparer.Ordinal))
            Leave(text, $"The sysadmin {login} is governed, and no class names that login.");
    }

    private void WriteComments(StringBuilder text, int before)
    {
        foreach (var comment in _comments.GetValueOrDefault(before, []))
            text.Append("// ").Append(OneLine(comment)).Append('\n');
    }

    /// <summary>What the group <c>default</c> allows its sessions, their pool in the policy allows too.</summary>
    private void WriteUngoverned(StringBuilder text)
    {
        if (_ungoverned is null)
            return;
        List<string> settings = [];
        if (_all.Group(Default) is { } group)
        {
            LeaveSharing(text, group);
            settings = [.. Settings(group)];
        }

        if (settings.Count > 0)
        {
            Leave(
                text,
                $"The pool {_ungoverned} has the limits of the server's group default, which keeps them for sysadmins."
            );
        }

        text.Append(
                CultureInfo.InvariantCulture,
                $"pool {_ungoverned} {{{string.Concat(settings.Select(each => $"\n  {each}"))}"
            )
            .Append(settings.Count > 0 ? "\n}\n" : "}\n");
    }

    /// <summary>Where a classifier answers a group that is not there, the server puts the session into
    /// default.</summary>
    private string Ungoverned()
    {
        _ungoverned ??= "ungoverned";
        while (_names.ContainsValue(_ungoverned))
            _ungoverned += "_";
        return _ungoverned;
    }

    private LoginClassifier? ReadForeign(ClassifierFunction function)
    {
        var (name, foreign) = (
            $"{function.Schema}.{function.Name}",
            ForeignClassifierReader.Read(function, _facts.CountsCase, _zone)
        );
        foreach (var left in foreign.Left.Concat(foreign.Remarks))
        {
            _isLossy = true;
            LeaveBefore(left.Before, $"The classifier {name}, {left.Text}.");
        }

        if (foreign.Answers.IsEmpty)
        {
            LeaveBefore(
                0,
                $"The classifier {name} is not one that RgPolicy wrote: write a class for each of its answers."
            );
            return null;
        }

        LeaveBefore(
            0,
            $"The classifier {name} is not one that RgPolicy wrote. It compares as the server's collation does, a "
                + $"policy {(_facts.CountsCase ? "" : "ignores case and ")}counts blanks at the end; "
                + "it may answer for sysadmins, who stay in default under a policy unless a class names them: "
                + "session.login = exactly '...'."
        );
        var rules = foreign
            .Answers.RemoveAt(foreign.Answers.Length - 1)
            .Select(
                (answer, number) =>
                    new LoginRule(
                        FormattableString.Invariant($"{answer.Group}_{number + 1}"),
                        answer.Test,
                        answer.Group
                    )
            );
        return new LoginClassifier([], [.. rules], "default", foreign.Answers[^1].Group);
    }

    private void LeaveBefore(int rule, string sentence)
    {
        _left.Add(sentence);
        _comments.TryAdd(rule, []);
        _comments[rule].Add(sentence);
    }

    private void LeaveEmptyPools(StringBuilder text)
    {
        foreach (var empty in _state.Pools.Where(pool => !_state.Groups.Any(group => PoolOf(group) == pool.Name)))
            Leave(text, $"The resource pool {empty.Name} has no workload group: no session can be in it.");
    }

    private string PoolOf(WorkloadGroupSpec group) => _all.Pool(group.Pool)?.Name ?? group.Pool;

    private string NameOf(StringBuilder text, string group)
    {
        if (_state.Group(group) is { } known && (!_facts.CountsCase || known.Name == group))
            return _names[known.Name];
        if (!string.Equals(group, Default, StringComparison.OrdinalIgnoreCase))
        {
            Leave(
                text,
                $"The classifier answers {group}, which is no workload group: the server puts such "
                    + "sessions into default."
            );
        }

        return Ungoverned();
    }
}

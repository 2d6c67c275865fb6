using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: settings that the target does not enforce as written, or not well.</summary>
internal sealed class TargetSettingCheck(TargetProfile target, DiagnosticBag bag)
{
    private static readonly Signal App = SignalCatalog.Get("session.app");
    private static readonly string[] Kinds = ["sqlserver", "postgresql", "mysql"];

    public void Run(Policy policy)
    {
        // Of limits of single queries the steps' check tells which are not carried out at all.
        foreach (
            var placed in PlacedSetting
                .All(policy)
                .Where(placed => !placed.IsOfQuery || placed.Setting.Name == SettingName.CpuCap)
        )
            Check(placed);

        if (target.DbmsKind == "sqlserver")
        {
            foreach (var item in policy.Classes)
            {
                CheckTexts(item);
                CheckGroups(item);
                CheckJobSteps(item);
            }

            foreach (var pool in policy.Pools)
                CheckCapHasCores(pool);
        }
    }

    /// <summary>The server and the language have different capitals of some letters, so the classifier
    /// does not compare them.</summary>
    private void CheckTexts(QueryClass item)
    {
        foreach (var (atom, text) in item.Condition is { } condition ? SessionTexts.Of(condition) : [])
        {
            if (!CaseFolding.IsPlain(text))
            {
                bag.Add(
                    "RG5001",
                    atom.Range,
                    $"`{atom.Text}` (class `{item.Name}`) asks for a letter whose capital is not the "
                        + "same to the server and "
                        + "the language, so no session gets this class by it. Write `exactly` before the text, or ask "
                        + "for another part of it."
                );
            }
        }
    }

    /// <summary>A login's token is asked by the classifier; of a session that runs, the server tells no
    /// groups.</summary>
    private void CheckGroups(QueryClass item)
    {
        if (
            item.Condition is { } condition
            && condition.PositiveAtoms().FirstOrDefault(atom => atom.Signal.Name == SignalCatalog.Group) is { } asked
        )
        {
            bag.Add(
                DiagnosticSeverity.Info,
                "RG5001",
                asked.Range,
                $"`{asked.Text}` (class `{item.Name}`) is asked when a session logs in: its pool's workload group "
                    + "follows, and rules and hints do not, for the server tells no groups of sessions that run."
            );
        }
    }

    /// <summary>A step of a job that a sysadmin owns runs as a sysadmin, which only a class that names the login
    /// governs.</summary>
    private void CheckJobSteps(QueryClass item)
    {
        if (item.Condition is not { } condition || condition.PositiveAtoms().SelectMany(NamedLogins.In).Any())
            return;

        if (
            SessionTexts
                .Of(condition)
                .FirstOrDefault(each => each.Atom.Signal == App && IsJobStep(each.Text.Value))
                .Atom is
            { } atom
        )
        {
            bag.Add(
                DiagnosticSeverity.Info,
                "RG5001",
                atom.Range,
                $"`{atom.Text}` (class `{item.Name}`) asks for job steps of SQL Server Agent: those of jobs that a "
                    + "sysadmin owns run as a sysadmin and are never governed. Give the jobs owners who are none, or "
                    + "add the login with `exactly`."
            );
        }
    }

    private static bool IsJobStep(string text) =>
        text.TrimStart(TextPattern.Many).StartsWith("SQLAgent", StringComparison.OrdinalIgnoreCase);

    /// <summary>A cap takes time away, not schedulers: the server goes on planning for all CPUs.</summary>
    private void CheckCapHasCores(Pool pool)
    {
        if (
            pool.Find(SettingName.CpuCap) is { Value: AmountValue { Amount: var cap } } setting
            && cap > 0
            && cap < 100
            && pool.Find(SettingName.Cores) is null
        )
        {
            bag.Add(
                "RG5001",
                setting.Range,
                $"`{setting.Text}` (pool `{pool.Name}`) stands without `cores`: the server still plans for all "
                    + "CPUs, and its tasks wait in turn on each of them. Write `cores` of about the "
                    + "same share beside it."
            );
        }
    }

    // Where no target is named, it may be any of those that enforce the setting.
    private static bool HasEffectElsewhere(Setting setting) =>
        Kinds.Any(kind =>
            SettingCapability.Of(setting, TargetProfile.Generic with { DbmsKind = kind }).Effect != SettingReach.None
        );

    private void Check(PlacedSetting placed)
    {
        var setting = placed.Setting;
        var capability = SettingCapability.Of(setting, target);
        if (capability.Degraded is null || (target.IsAssumed && HasEffectElsewhere(setting)))
            return;

        var severity = setting.Required ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
        var required = setting.Required ? " It is required, so the policy is rejected for this target." : "";
        bag.Add(
            severity,
            "RG5001",
            setting.Range,
            $"`{setting.Text}` ({placed.Owner}) is not enforced as written on `{target.Name}` ({target.DbmsKind}). "
                + $"{capability.Reason} {capability.Degraded}{required}"
        );
    }
}

/// <summary>The texts that a condition compares signals of the session with.</summary>
internal static class SessionTexts
{
    public static IEnumerable<(AtomCondition Atom, TextConstant Text)> Of(Condition condition) =>
        from atom in condition.Atoms()
        where atom.Signal.Phase == SignalPhase.Session
        from text in TextsOf(atom)
        select (atom, text);

    private static IEnumerable<TextConstant> TextsOf(AtomCondition atom) =>
        atom switch
        {
            ComparisonCondition { Value: TextConstant text } => [text],
            LikeCondition like => [new TextConstant(like.Pattern.Units, like.Pattern.Exactly)],
            InCondition within => within.Values.OfType<TextConstant>(),
            _ => [],
        };
}

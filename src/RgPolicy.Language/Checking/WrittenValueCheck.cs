using System.Text.RegularExpressions;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>Values that are read as they stand and are easily meant otherwise: a network in place of a host, a point
/// between thousands, the number of a CPU in place of how many, the name of a superuser.</summary>
internal sealed partial class WrittenValueCheck(TargetProfile target, DiagnosticBag bag)
{
    private static readonly Signal Host = SignalCatalog.Get("session.host");

    public void Run(Policy policy)
    {
        foreach (var item in policy.Classes)
        {
            if (item.Condition is { } condition)
            {
                CheckHosts(condition);
                CheckNumbers(condition);
                CheckSuperusers(item.Name, condition);
            }
        }

        foreach (var step in policy.Rules.SelectMany(rule => rule.Steps))
        {
            CheckNumbers(step.When);
        }

        foreach (var placed in PlacedSetting.All(policy))
        {
            CheckCores(placed);
        }
    }

    private void CheckHosts(Condition condition)
    {
        foreach (var (atom, text) in SessionTexts.Of(condition))
        {
            if (atom.Signal == Host && atom is not LikeCondition && Network().IsMatch(text.Value))
            {
                bag.Add(
                    "RG3016",
                    atom.Range,
                    $"`{atom.Text}` is never true: a host is compared letter by letter, and `{text.Value}` is a network. "
                        + "Write the beginning of its addresses, such as `session.host like '10.%'`."
                );
            }
        }
    }

    private void CheckNumbers(Condition condition)
    {
        foreach (var atom in Atoms(condition))
        {
            if (atom.Signal.Type == SignalType.Count && Thousands().Match(atom.Text) is { Success: true } match)
            {
                bag.Add(
                    "RG2002",
                    atom.Range,
                    $"`{match.Value}` is {match.Groups[1].Value} and a fraction: a point does not part thousands. Write "
                        + $"`{match.Value.Replace(".", "", StringComparison.Ordinal)}` for thousands, or leave out the fraction."
                );
            }
        }
    }

    private void CheckSuperusers(string name, Condition condition)
    {
        foreach (var atom in PositiveAtoms.Of(condition))
        {
            if (NamedLogins.In(atom).FirstOrDefault(login => login == Superuser) is { } login)
            {
                bag.Add(
                    DiagnosticSeverity.Warning,
                    "RG5001",
                    atom.Range,
                    $"`{atom.Text}` (class `{name}`) names the superuser `{login}`: with `exactly` its sessions are governed, "
                        + "which superusers else never are, also those by which somebody repairs the server."
                );
            }
        }
    }

    private string Superuser =>
        target.DbmsKind switch
        {
            "sqlserver" => "sa",
            "postgresql" => "postgres",
            _ => "root",
        };

    private void CheckCores(PlacedSetting placed)
    {
        if (
            placed.Setting is { Name: SettingName.Cores, Value: CoreSetValue { Kind: CoreSetKind.List, Cores: [> 0 and var count] } }
            && target.HasCpu(count)
            && !placed.Setting.Text.Contains("..", StringComparison.Ordinal)
        )
        {
            bag.Add(
                "RG5001",
                placed.Setting.Range,
                $"`{placed.Setting.Text}` ({placed.Owner}) is CPU number {count} alone. Write `cores 0..{count - 1}` for "
                    + $"{count} CPUs, a share such as `cores 25%`, or `cores {count}..{count}` for this one."
            );
        }
    }

    private static IEnumerable<AtomCondition> Atoms(Condition condition) =>
        condition switch
        {
            AndCondition and => and.Operands.SelectMany(Atoms),
            OrCondition or => or.Operands.SelectMany(Atoms),
            NotCondition not => Atoms(not.Operand),
            AtomCondition atom => [atom],
            _ => [],
        };

    [GeneratedRegex(@"^[0-9a-fA-F.:]+/[0-9]{1,3}$", RegexOptions.CultureInvariant)]
    private static partial Regex Network();

    [GeneratedRegex(@"(?<![\w.])([0-9]{1,3})\.[0-9]{3}(?![\w.*/])", RegexOptions.CultureInvariant)]
    private static partial Regex Thousands();
}

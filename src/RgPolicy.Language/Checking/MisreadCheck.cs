using System.Net;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Binding;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>
/// RG2011: the number of a CPU that looks like how many, a point that looks like one between thousands, a network or a
/// pattern that is compared letter by letter, a superuser who is governed because <c>exactly</c> stands before the name.
/// </summary>
internal sealed class MisreadCheck(BindingScope scope)
{
    private const int ThousandsDigits = 3;

    private static readonly Signal Host = SignalCatalog.Get("session.host");

    /// <summary>The superuser that a server is made with.</summary>
    private static readonly (string DbmsKind, string Login)[] Superusers =
    [
        ("sqlserver", "sa"),
        ("postgresql", "postgres"),
        ("mysql", "root"),
        ("mariadb", "root"),
    ];

    public void Run(Policy policy)
    {
        foreach (var placed in PlacedSetting.All(policy))
            CheckCores(placed);

        var atoms = AskedConditions.Of(policy).SelectMany(condition => condition.Atoms()).ToList();
        foreach (var (atom, text) in atoms.SelectMany(SessionTexts.Of))
            CheckText(atom, text.Value.Trim(TextPattern.Many));

        foreach (var atom in atoms.OfType<ContainsCondition>())
            CheckNames(atom);

        policy.Classes.SelectMany(item => item.Condition?.PositiveAtoms() ?? []).ToList().ForEach(CheckSuperusers);

        CheckPoints([.. atoms.OrderBy(atom => (atom.Range.StartLine, atom.Range.StartColumn))]);
    }

    private void CheckCores(PlacedSetting placed)
    {
        var setting = placed.Setting;
        if (
            setting.Value is CoreSetValue { Kind: CoreSetKind.List, Cores: [> 0 and var cpu] }
            && scope.Target.HasCpu(cpu)
            && setting.Text == string.Create(CultureInfo.InvariantCulture, $"cores {cpu}")
        )
        {
            var many = string.Create(CultureInfo.InvariantCulture, $"cores 0..{cpu - 1}");
            scope.Bag.Add(
                "RG2011",
                setting.Range,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"`{setting.Text}` ({placed.Owner}) is CPU number {cpu} alone. Did you mean `{many}`, or a share such as `cores 25%`? For this one CPU write `cores {cpu}..{cpu}`."
                ),
                Instead(setting.Range, many)
            );
        }
    }

    private void CheckText(AtomCondition atom, string text)
    {
        if (atom.Signal == Host && IsNetwork(text))
        {
            Report(atom, $"compares letter by letter, and no host is called `{text}`", "session.host like '10.%'");
        }
        else if (atom is not LikeCondition && PatternSign(text) is { } sign)
        {
            Report(
                atom,
                $"compares letter by letter, the `{sign}` too",
                $"{atom.Signal.Name} like '{text.Replace(sign, '%')}'"
            );
        }
    }

    private void CheckNames(ContainsCondition atom)
    {
        foreach (var name in atom.Values.Select(text => text.Value))
        {
            if (PatternSign(name) is { } sign)
            {
                Report(
                    atom,
                    $"compares whole names letter by letter, the `{sign}` too",
                    $"{atom.Signal.Name} contains '{name.Trim(sign)}'"
                );
            }
        }
    }

    /// <summary>The sign for any text of a pattern that a text begins or ends with.</summary>
    private static char? PatternSign(string text) =>
        text.Length < 2 ? null
        : text[^1] is '%' or '*' ? text[^1]
        : text[0] is '%' or '*' ? text[0]
        : null;

    /// <summary>An address, a slash, and a length or a mask.</summary>
    private static bool IsNetwork(string text) =>
        text.Split('/') is [var address, var length]
        && IPAddress.TryParse(address, out _)
        && IPAddress.TryParse(length, out _);

    private void CheckSuperusers(AtomCondition atom)
    {
        foreach (var login in NamedLogins.In(atom))
        {
            if (
                Array.Exists(
                    Superusers,
                    each => each.Login == login && (scope.Target.IsAssumed || each.DbmsKind == scope.Target.DbmsKind)
                )
            )
            {
                scope.Bag.Add(
                    "RG2011",
                    atom.Range,
                    $"`{atom.Text}`: `exactly` has the superuser `{login}` governed, which superusers else never are: also "
                        + "who repairs the server then waits in a pool. Leave the class to other logins."
                );
            }
        }
    }

    /// <summary>Of the decimals, each with the question that it stands in.</summary>
    private void CheckPoints(List<AtomCondition> atoms)
    {
        var next = 0;
        foreach (var token in scope.Tree.Tokens.Where(token => token.Kind == TokenKind.Decimal))
        {
            var range = scope.Tree.Range(token);
            while (next < atoms.Count && IsBefore(atoms[next].Range, range))
                next++;

            var isInside = next < atoms.Count && atoms[next].Range.Contains(range);
            CheckPoint(token, range, isInside ? atoms[next].Signal.Type : null);
        }
    }

    private static bool IsBefore(TextRange first, TextRange second) =>
        (first.EndLine, first.EndColumn).CompareTo((second.StartLine, second.StartColumn)) <= 0;

    /// <summary>Three digits behind the point: of a count, or more than a fraction is written with.</summary>
    private void CheckPoint(SyntaxToken token, TextRange range, SignalType? type)
    {
        var parts = token.Text.Split('.');
        if (
            parts is not [{ Length: <= ThousandsDigits } whole, { Length: ThousandsDigits } rest]
            || whole[0] == '0'
            || IsFactor(token)
        )
            return;

        if (type == SignalType.Count || (rest[^1] == '0' && type != SignalType.Version))
        {
            var less = rest.TrimEnd('0') is { Length: > 0 } digits ? $"{whole}.{digits}" : whole;
            scope.Bag.Add(
                "RG2011",
                range,
                $"`{token.Text}` is `{less}`: a point parts no thousands. Did you mean `{whole}{rest}`?",
                Instead(range, whole + rest)
            );
        }
    }

    private bool IsFactor(SyntaxToken token) =>
        scope.Tree.Tokens[token.Index + 1].Text is "*" or "/"
        || (token.Index > 0 && scope.Tree.Tokens[token.Index - 1].Text is "*" or "/");

    private void Report(AtomCondition atom, string why, string instead) =>
        scope.Bag.Add("RG2011", atom.Range, $"`{atom.Text}` {why}. Write such as `{instead}`.");

    private static Fix Instead(TextRange range, string text) =>
        new($"Write `{text}`", false, [new TextEdit(range, text)]);
}

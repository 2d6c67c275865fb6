using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Writes the classifier function: schema-bound, without any data access, its first statement for sysadmins.
/// Comparisons mean the same under every collation of the server: they name theirs, and a bar at the end keeps trailing
/// blanks from being ignored.</summary>
internal static class ClassifierWriter
{
    public const string Bar = "|";
    public const string Capitals = "UPPER(";
    public const string EndOfCapitals = $" COLLATE {SqlCollation.Binary})";

    /// <summary>Asks whether the login's token has a group in it.</summary>
    public const string Membership = "IS_MEMBER(";

    public const char Escape = '\\';

    /// <summary>The database that the connection names; one that names none begins in the login's own.</summary>
    private const string Database =
        $"NULLIF(ORIGINAL_DB_NAME() COLLATE {SqlCollation.Binary}, N''), CONVERT(nvarchar(128), "
        + "LOGINPROPERTY(SUSER_SNAME(), N'DefaultDatabase'))";

    private static readonly ImmutableArray<(LoginInput Input, string Variable, string Source)> Inputs =
    [
        (LoginInput.Login, "@login", "SUSER_SNAME()"),
        (LoginInput.App, "@app", "APP_NAME()"),
        (LoginInput.Host, "@host", "HOST_NAME()"),
        (LoginInput.Database, "@database", Database),
    ];

    /// <summary>A right that each login of RgPolicy's has, by the names of the releases.</summary>
    private static readonly ImmutableArray<string> OwnRights = ["VIEW SERVER STATE", "VIEW SERVER PERFORMANCE STATE"];

    public static string Write(LoginClassifier classifier, string name)
    {
        var zones = Zones(classifier);
        var text = new StringBuilder();
        Line(text, 0, $"CREATE FUNCTION [dbo].{SqlQuote.Name(name)}()");
        Line(text, 0, "RETURNS sysname");
        Line(text, 0, "WITH SCHEMABINDING");
        Line(text, 0, "AS");
        Line(text, 0, "BEGIN");
        Line(text, 1, $"IF {Sysadmins(classifier.GovernedLogins)} RETURN N'default';");
        Line(text, 1, $"IF {ServerDuties.AtLogin} RETURN N'default';");
        WriteOwn(text);
        Line(text, 1, "-- Written by RgPolicy: change the policy, not this text.");
        WriteInputs(text, classifier);
        ClassifierWindows.Declare(text, zones);
        foreach (var rule in classifier.Rules)
        {
            Line(text, 1, $"-- class {rule.Class}");
            Line(text, 1, $"IF {Test(rule.Test, zones)}");
            Line(text, 2, $"RETURN {SqlQuote.Text(rule.Group)};");
        }

        Line(text, 1, $"-- class {classifier.OtherwiseClass}");
        Line(text, 1, $"RETURN {SqlQuote.Text(classifier.Otherwise)};");
        return text.Append("END;").ToString();
    }

    public static string Variable(LoginInput input) => Inputs.First(each => each.Input == input).Variable;

    public static LoginInput? InputOf(string variable)
    {
        foreach (var each in Inputs)
        {
            if (each.Variable == variable)
                return each.Input;
        }

        return null;
    }

    /// <summary>A pattern's units as a pattern of T-SQL.</summary>
    public static string EscapePattern(string units)
    {
        var text = new StringBuilder(units.Length);
        foreach (var unit in units)
        {
            text.Append(unit is '[' or ']' or '^' or '%' or '_' or Escape ? Escape.ToString() : "")
                .Append(
                    unit switch
                    {
                        TextPattern.Many => '%',
                        TextPattern.One => '_',
                        _ => unit,
                    }
                );
        }

        return text.ToString();
    }

    internal static void Line(StringBuilder text, int depth, string line) =>
        text.Append(' ', depth * 4).Append(line).Append('\n');

    private static string Sysadmins(ImmutableArray<string> governed) =>
        "IS_SRVROLEMEMBER(N'sysadmin') = 1"
        + string.Concat(
            governed.Select(login =>
                $" AND COALESCE(SUSER_SNAME(), N'') + N'{Bar}' <> {SqlQuote.Text(login + Bar)} COLLATE "
                + $"{SqlCollation.Binary}"
            )
        );

    /// <summary>RgPolicy's own connections never wait in a group that it limits. The application's name alone does not
    /// exempt a session: that takes a right that all of RgPolicy's logins have, and that is checked only for sessions
    /// of that name.</summary>
    private static void WriteOwn(StringBuilder text)
    {
        Line(
            text,
            1,
            $"IF APP_NAME() LIKE {SqlQuote.Text(LinkSettings.OwnApplications + "%")} COLLATE {SqlCollation.IgnoringCase}"
        );
        Line(
            text,
            2,
            $"IF {string.Join(" OR ", OwnRights.Select(right => $"HAS_PERMS_BY_NAME(NULL, NULL, {SqlQuote.Text(right)}) = 1"))}"
        );
        Line(text, 3, "RETURN N'default';");
    }

    private static void WriteInputs(StringBuilder text, LoginClassifier classifier)
    {
        var used = classifier.Rules.SelectMany(rule => Leaves(rule.Test)).Select(InputOf).ToHashSet();
        foreach (var (_, variable, source) in Inputs.Where(each => used.Contains(each.Input)))
            Line(text, 1, $"DECLARE {variable} nvarchar(129) = COALESCE({source}, N'') + N'{Bar}';");
    }

    private static LoginInput? InputOf(LoginTest test) =>
        test switch
        {
            LoginTest.Compare compare => compare.Input,
            LoginTest.Match match => match.Input,
            _ => null,
        };

    private static ImmutableArray<LoginWindow> Zones(LoginClassifier classifier) =>
        [
            .. classifier
                .Rules.SelectMany(rule => Leaves(rule.Test))
                .OfType<LoginTest.During>()
                .Select(each => each.Window)
                .DistinctBy(window => window.Zone, StringComparer.Ordinal),
        ];

    private static IEnumerable<LoginTest> Leaves(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => all.Tests.SelectMany(Leaves),
            LoginTest.AnyOf any => any.Tests.SelectMany(Leaves),
            _ => [test],
        };

    private static string Test(LoginTest test, ImmutableArray<LoginWindow> zones) =>
        test switch
        {
            LoginTest.AllOf all => Join(all.Tests, " AND ", zones),
            LoginTest.AnyOf any => Join(any.Tests, " OR ", zones),
            LoginTest.Compare compare => Compare(compare),
            LoginTest.Match match => Match(match),
            LoginTest.Member member => $"{Membership}{SqlQuote.Text(member.Group)}) = {(member.Negated ? 0 : 1)}",
            LoginTest.During during => ClassifierWindows.Test(during, zones),
            LoginTest.Always always => always.Value ? "1 = 1" : "1 = 0",
            _ => throw new NotSupportedException($"A test of type {test.GetType().Name} cannot be written."),
        };

    private static string Join(ImmutableArray<LoginTest> tests, string word, ImmutableArray<LoginWindow> zones) =>
        "(" + string.Join(word, tests.Select(test => Test(test, zones))) + ")";

    private static string Compare(LoginTest.Compare compare)
    {
        var (variable, literal, collation) = Folded(compare.Input, compare.Literal, compare.Exactly);
        return $"{variable} {(compare.Negated ? "<>" : "=")} {SqlQuote.Text(literal + Bar)} COLLATE {collation}";
    }

    private static string Match(LoginTest.Match match)
    {
        var (variable, units, collation) = Folded(match.Input, match.Pattern.Units, match.Pattern.Exactly);
        var pattern = SqlQuote.Text(EscapePattern(units) + Bar);
        return FormattableString.Invariant(
            $"{variable} {(match.Negated ? "NOT LIKE" : "LIKE")} {pattern} COLLATE {collation} ESCAPE N'{Escape}'"
        );
    }

    /// <summary>Outside ASCII collations take more for the same than capitals and small letters, such as ss and sharp
    /// s: there capitals are compared unit by unit.</summary>
    private static (string Input, string Text, string Collation) Folded(LoginInput input, string text, bool exactly)
    {
        var isByCapitals = !exactly && !text.All(unit => char.IsAscii(unit) || TextPattern.IsWildcard(unit));
        return isByCapitals
            ? ($"{Capitals}{Variable(input)}{EndOfCapitals}", text.ToUpperInvariant(), SqlCollation.Binary)
            : (Variable(input), text, exactly ? SqlCollation.Binary : SqlCollation.IgnoringCase);
    }
}

using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>A classifier's questions in the words of the language.</summary>
internal static class ImportedConditions
{
    private static readonly string[] Days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    /// <summary>A question as a condition.</summary>
    /// <param name="test">The question.</param>
    /// <param name="governed">Sysadmins that are governed: to ask <c>session.login = exactly '...'</c>
    /// is to name one.</param>
    public static string Of(LoginTest test, ImmutableArray<string> governed) =>
        test switch
        {
            LoginTest.AllOf all => "(" + string.Join(" and ", all.Tests.Select(each => Of(each, governed))) + ")",
            LoginTest.AnyOf any => "(" + string.Join(" or ", any.Tests.Select(each => Of(each, governed))) + ")",
            ForeignHours hours => Hours(hours),
            LoginTest.During during => (during.Negated ? "not " : "") + "during " + during.Window.Name,
            LoginTest.Compare compare
                when Names(compare) && !governed.Contains(compare.Literal, StringComparer.Ordinal) =>
                $"not {Compare(compare with { Negated = true })}",
            LoginTest.Compare compare => Compare(compare),
            LoginTest.Member member =>
                $"session.group {(member.Negated ? "not " : "")}in ({PolicyQuoting.Text(member.Group)})",
            LoginTest.Match match =>
                $"{Signal(match.Input)} {(match.Negated ? "not " : "")}like {match.Pattern.ToPolicyText()}",
            _ => throw new NotSupportedException(
                $"A test of type {test.GetType().Name} is not read from a classifier."
            ),
        };

    /// <summary>The logins that a question names.</summary>
    public static IEnumerable<string> Named(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => all.Tests.SelectMany(Named),
            LoginTest.AnyOf any => any.Tests.SelectMany(Named),
            LoginTest.Compare compare when Names(compare) => [compare.Literal],
            _ => [],
        };

    /// <summary>The windows that the questions name.</summary>
    public static void WriteWindows(StringBuilder text, LoginClassifier classifier)
    {
        var windows = classifier
            .Rules.SelectMany(rule => Windows(rule.Test))
            .DistinctBy(window => window.Name, StringComparer.Ordinal);
        foreach (var window in windows)
        {
            var days = string.Join(", ", window.Days.Select(day => Days[day]));
            text.Append(
                CultureInfo.InvariantCulture,
                $"\nwindow {window.Name} = {days} {Time(window.Start)}..{Time(window.End)} \"{window.Zone}\"\n"
            );
        }
    }

    private static string Hours(ForeignHours hours)
    {
        var (windows, isNegated) = Fewest(hours);
        var text = string.Join(" or ", windows.Select(window => "during " + window.Name));
        return (isNegated ? "not " : "") + (windows.Length > 1 ? $"({text})" : text);
    }

    /// <summary>The windows of the hours, or of all others where these are fewer.</summary>
    private static (ImmutableArray<LoginWindow> Windows, bool IsNegated) Fewest(ForeignHours hours)
    {
        var windows = hours.Windows();
        return hours.Not() is ForeignHours others && others.Windows() is var less && less.Length < windows.Length
            ? (less, true)
            : (windows, false);
    }

    private static bool Names(LoginTest.Compare compare) =>
        compare is { Input: LoginInput.Login, Exactly: true, Negated: false };

    private static string Compare(LoginTest.Compare compare) =>
        $"{Signal(compare.Input)} {(compare.Negated ? "!=" : "=")} {(compare.Exactly ? "exactly " : "")}{PolicyQuoting.Text(compare.Literal)}";

    private static string Signal(LoginInput input) =>
        input switch
        {
            LoginInput.Login => "session.login",
            LoginInput.App => "session.app",
            LoginInput.Host => "session.host",
            _ => "session.database",
        };

    private static ImmutableArray<LoginWindow> Windows(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => [.. all.Tests.SelectMany(each => Windows(each))],
            LoginTest.AnyOf any => [.. any.Tests.SelectMany(each => Windows(each))],
            LoginTest.During during => [during.Window],
            ForeignHours hours => Fewest(hours).Windows,
            _ => [],
        };

    private static string Time(TimeSpan time) => time.ToString(@"hh\:mm", CultureInfo.InvariantCulture);
}

using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>A classifier's questions in the words of the language.</summary>
internal static class ImportedConditions
{
    private static readonly string[] Days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    /// <remarks><c>governed</c>: sysadmins that are governed: to ask <c>session.login = exactly '...'</c> is to name
    /// one.</remarks>
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

    public static IEnumerable<string> Named(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => all.Tests.SelectMany(Named),
            LoginTest.AnyOf any => any.Tests.SelectMany(Named),
            LoginTest.Compare compare when Names(compare) => [compare.Literal],
            _ => [],
        };

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

/// <summary>The settings of a resource pool and a workload group in the words of the language.</summary>
internal static class ImportedSettings
{
    private const int Whole = 100;

    public static IEnumerable<string> Of(ResourcePoolSpec pool, WorkloadGroupSpec group, SqlServerFacts facts) =>
        OfPool(pool, facts).Concat(OfGroup(group)).OfType<string>();

    private static IEnumerable<string?> OfPool(ResourcePoolSpec pool, SqlServerFacts facts) =>
        [
            Percent("cpu min", pool.MinCpuPercent, 0),
            Percent("cpu max", pool.MaxCpuPercent, Whole),
            Percent("cpu cap", pool.CapCpuPercent, Whole),
            Percent("memory min", pool.MinMemoryPercent, 0),
            Percent("memory max", pool.MaxMemoryPercent, Whole),
            Plain("io min reads", pool.MinIopsPerVolume, "/s"),
            Plain("io reads", pool.MaxIopsPerVolume, "/s"),
            Cores(pool.Schedulers, facts),
        ];

    private static IEnumerable<string?> OfGroup(WorkloadGroupSpec group) =>
        [
            group.Importance switch
            {
                WorkloadImportance.Low => "cpu weight 50",
                WorkloadImportance.High => "cpu weight 1000",
                _ => null,
            },
            Percent("grant", group.RequestMaxMemoryGrantPercent, WorkloadGroupSpec.UsualGrantPercent),
            Plain("grant wait", group.RequestMemoryGrantTimeoutSec, " s"),
            Plain("cpu time", group.RequestMaxCpuTimeSec, " s"),
            Plain("maxdop", group.MaxDop, ""),
            Plain("concurrency", group.GroupMaxRequests, ""),
            Tempdb(group),
        ];

    private static string? Percent(string name, decimal value, decimal usual) =>
        value == usual ? null : $"{name} {Number(value)}%";

    private static string? Plain(string name, decimal value, string unit) =>
        value == 0 ? null : $"{name} {Number(value)}{unit}";

    /// <summary>0 allows nothing; without a limit there is none.</summary>
    private static string? Tempdb(WorkloadGroupSpec group) =>
        group.GroupMaxTempdbDataMb is { } megabytes ? $"tempdb {Number(megabytes)} MiB"
        : group.GroupMaxTempdbDataPercent is { } percent ? $"tempdb {Number(percent)}%"
        : null;

    private static string Number(decimal value) => value.ToString("0.############", CultureInfo.InvariantCulture);

    /// <summary>The language counts the CPUs that the server uses, the server its schedulers.</summary>
    private static string? Cores(string schedulers, SqlServerFacts facts)
    {
        if (schedulers.Length == 0 || CpuRanges.Parse(schedulers) is not { } numbers)
            return null;
        var places = numbers.Select(number => facts.Schedulers.IndexOf(number)).Where(place => place >= 0).Order();
        return "cores " + CpuRanges.ToPolicyText([.. places]);
    }
}

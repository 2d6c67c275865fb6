using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Watching;

/// <summary>What classes got, what pools come to and the levers that their settings ask for, in lines that a small
/// terminal has room for.</summary>
internal static class WatchLevers
{
    public static IEnumerable<string> Of(StatusDocument status)
    {
        foreach (var each in status.Classes.OrEmpty().Where(each => each.Queries > 0))
            yield return $"class {Text(each.Name)}: {Text(each.Queries)} queries";

        if (status.TooShort is > 0 and var queries)
            yield return $"too short to matter: {Text(queries)} queries";

        foreach (var pool in status.Pools.OrEmpty())
        {
            foreach (var line in Of(pool, status.IsEnforced ? "in force" : "would be"))
                yield return line;
        }

        foreach (var lever in AskedLevers.Of(status))
            yield return $"lever {Text(lever.Lever)}: {Text(lever.State)}; {Text(lever.Reason)}";
    }

    private static IEnumerable<string> Of(PoolStatus pool, string verb)
    {
        yield return "";
        yield return $"pool {Text(pool.Name)}";
        foreach (var setting in pool.Settings.OrEmpty())
        {
            yield return setting.Effective is { } effective
                ? $"  {Text(setting.Requested)}: {verb} {effective} ({Text(setting.Effect)})"
                : $"  {Text(setting.Requested)}: nothing here: {Text(setting.Reason)}";
        }

        if (pool.ReadBack is { } readBack)
            yield return $"  read back: {Text(readBack.CpuLever)} {readBack.CacheMask} {readBack.ReadLimit}".TrimEnd();

        foreach (var problem in (pool.ReadBack?.Problems).OrEmpty())
            yield return $"  problem: {problem}";
    }
}

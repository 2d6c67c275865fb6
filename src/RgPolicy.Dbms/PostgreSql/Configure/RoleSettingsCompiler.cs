using System.Numerics;
using RgPolicy.Language.Signals;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Compiles what of a policy PostgreSQL can carry out by settings of roles: where login and database alone
/// decide the class of every session, the class's pool gives the memory of each operator and the number of parallel
/// workers of a query and of a build of an index.</summary>
internal static class RoleSettingsCompiler
{
    /// <summary>The setting for <c>maxdop</c>: the leader works too, so it is one less.</summary>
    public const string ParallelWorkers = "max_parallel_workers_per_gather";

    public const string MaintenanceWorkers = "max_parallel_maintenance_workers";

    /// <summary>The setting for <c>grant</c> in bytes, for each operator.</summary>
    public const string WorkMemory = "work_mem";

    /// <summary>Hash tables may take so many times <see cref="WorkMemory"/>; 1 keeps them to the grant. From PostgreSQL
    /// 13, where 15 has 2 by default.</summary>
    public const string HashMultiplier = "hash_mem_multiplier";

    private const string OfService = "the service acts on the running query; settings of roles have nothing like it";
    private const long BytesPerKilobyte = 1024;
    private const int LeastKilobytes = 64;
    private const int FirstWithHashMultiplier = 13;

    /// <summary>Compiles a policy for roles in databases. Superusers and roles for replication must not
    /// be among them.</summary>
    public static LoginCompilation<RoleSettings> Compile(PolicyProgram program, IEnumerable<RoleInDatabase> places)
    {
        var classes = new LoginClasses(program);
        var (settings, undecided) = (
            ImmutableArray.CreateBuilder<RoleSettings>(),
            new List<(RoleInDatabase Place, string Class)>()
        );
        foreach (var place in places)
        {
            var (found, isDecided) = classes.AtLogin(place.Role, place.Database);
            if (!isDecided)
                undecided.Add((place, found.Name));
            else if (Values(found.Pool, program.Target) is { IsEmpty: false } values)
                settings.Add(new RoleSettings(place.Role, place.Database, values));
        }

        return new(
            settings.ToImmutable(),
            [.. UnenforcedSetting.Of(program, Reason, OfService)],
            [.. Warnings(undecided)]
        );
    }

    private static IEnumerable<string> Warnings(List<(RoleInDatabase Place, string Class)> undecided) =>
        from each in undecided
        group each.Place.Database by (each.Place.Role, each.Class) into left
        let databases = left.Order(StringComparer.Ordinal).ToList()
        let more = databases.Count > 1 ? FormattableString.Invariant($" and {databases.Count - 1} more") : ""
        select $"{left.Key.Role} in {databases[0]}{more} keeps its settings: class {left.Key.Class} asks more than login and database tell.";

    private static ImmutableSortedDictionary<string, string> Values(Pool pool, TargetProfile target)
    {
        var values = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);
        if (pool.Find(SettingName.Maxdop) is { Value: AmountValue { Amount: var dop } } && dop >= 1)
        {
            var workers = (dop - 1).ToString();
            values = values.Add(ParallelWorkers, workers).Add(MaintenanceWorkers, workers);
        }

        if (pool.Find(SettingName.Grant) is { Value: AmountValue { Type: SignalType.Bytes, Amount: var bytes } })
        {
            var kilobytes = BigInteger.Clamp((bytes / BytesPerKilobyte).Floor(), LeastKilobytes, int.MaxValue);
            values = values.Add(WorkMemory, FormattableString.Invariant($"{kilobytes}kB"));
            if (target.DbmsVersion is [>= FirstWithHashMultiplier, ..])
                values = values.Add(HashMultiplier, "1");
        }

        return values;
    }

    private static string Reason(Setting setting, TargetProfile target) =>
        setting switch
        {
            { Name: SettingName.Maxdop, Value: AmountValue { Amount: var dop } } => dop >= 1
                ? ""
                : "0 leaves it to the server",
            { Name: SettingName.Grant, Value: AmountValue { Type: SignalType.Bytes } } => "",
            {
                Name: SettingName.Cache
                    or SettingName.Cores
                    or SettingName.CpuWeight
                    or SettingName.CpuCap
                    or SettingName.MemoryBandwidth
            } => OfService,
            { Name: SettingName.IoRead or SettingName.IoReads } when target.LimitsReads => OfService,
            _ => SettingCapability.Of(setting, target).Reason.TrimEnd('.'),
        };
}

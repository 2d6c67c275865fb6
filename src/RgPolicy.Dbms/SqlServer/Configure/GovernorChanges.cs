using System.Text.Json.Serialization.Metadata;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Lists what becomes of each object, unchanged ones included.</summary>
internal static class GovernorChanges
{
    private const string Running = "running";
    private const string NextSession = "next_session";

    public static ImmutableArray<ConfigurationChange> Of(GovernorState from, GovernorState to, GovernorScript script) =>
        [
            .. Objects(from.Pools, to.Pools, GovernorJson.Default.ResourcePoolSpec, to, script),
            .. Objects(from.Groups, to.Groups, GovernorJson.Default.WorkloadGroupSpec, to, script),
            .. Objects(from.Functions, to.Functions, GovernorJson.Default.ClassifierFunction, to, script),
            .. Switches(from, to),
        ];

    /// <summary>With the first objects RECONFIGURE turns it on anyway, and with the last they say it.</summary>
    private static IEnumerable<ConfigurationChange> Switches(GovernorState from, GovernorState to)
    {
        if (from.IsEnabled != to.IsEnabled && from.Pools.Length > 0 && to.Pools.Length > 0)
        {
            yield return new ConfigurationChange(
                ConfigurationChange.Alter,
                GovernorKinds.Governor,
                to.IsEnabled ? "on" : "off",
                Enabled(from),
                Enabled(to),
                [to.IsEnabled ? GovernorStatements.Reconfigure : GovernorStatements.Disable],
                Running,
                to.IsEnabled
                    ? "it is off: no limit is in force and new sessions are in default"
                    : "every limit is lifted and new sessions are in default; what is stored stays"
            );
        }
    }

    private static JsonElement Enabled(GovernorState state) =>
        JsonSerializer.SerializeToElement(new GovernorSwitch(state.IsEnabled), GovernorJson.Default.GovernorSwitch);

    private static IEnumerable<ConfigurationChange> Objects<TSpec>(
        ImmutableArray<TSpec> from,
        ImmutableArray<TSpec> to,
        JsonTypeInfo<TSpec> json,
        GovernorState goal,
        GovernorScript script
    )
        where TSpec : class, IGovernorObject
    {
        foreach (var after in to)
            yield return Change(after, GovernorState.Find(from, after.Name), after);
        foreach (var before in from.Where(each => GovernorState.Find(to, each.Name) is null))
            yield return Change(before, before, null);

        ConfigurationChange Change(TSpec each, TSpec? before, TSpec? after)
        {
            var sql = script.Of(each);
            var isUsed = after is ClassifierFunction function && goal.Classifier?.IsSame(function) == true;
            var isSame = Equals(before, after) && !(isUsed && sql.Length > 0);
            var action = ConfigurationChange.ActionOf(isSame, before is not null, after is not null);
            return new(
                action,
                each.Kind,
                each.Name,
                before is null ? null : JsonSerializer.SerializeToElement(before, json),
                after is null ? null : JsonSerializer.SerializeToElement(after, json),
                sql,
                each is ClassifierFunction ? NextSession : Running,
                Reason(each, action, isUsed)
            );
        }
    }

    private static string Reason(IGovernorObject each, string action, bool isUsed) =>
        (each, action) switch
        {
            (ClassifierFunction, ConfigurationChange.Drop) => "not in use any more",
            (ClassifierFunction, _) => isUsed
                ? "puts sessions into their groups when they begin; sessions that are there stay where they are"
                : "not in use",
            (_, ConfigurationChange.None) => "as it should be",
            (_, ConfigurationChange.Drop) =>
                "not needed any more; while something is in it, its limits are lifted instead",
            (ResourcePoolSpec, _) => "CPU and reads at once, memory with the next grants, schedulers with new tasks",
            _ => "requests that begin from then on; sessions stay in their group",
        };
}

/// <summary>Whether Resource Governor is on, as a plan shows it.</summary>
internal sealed record GovernorSwitch(bool Enabled);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true
)]
[JsonSerializable(typeof(GovernorState))]
[JsonSerializable(typeof(ResourcePoolSpec))]
[JsonSerializable(typeof(WorkloadGroupSpec))]
[JsonSerializable(typeof(ClassifierFunction))]
[JsonSerializable(typeof(GovernorSwitch))]
internal sealed partial class GovernorJson : JsonSerializerContext;

/// <summary>The values of a new object of Resource Governor of which its statement says nothing.</summary>
internal static class GovernorDefaults
{
    private static readonly JsonElement Pool = JsonSerializer.SerializeToElement(
        new ResourcePoolSpec(""),
        GovernorJson.Default.ResourcePoolSpec
    );

    private static readonly JsonElement Group = JsonSerializer.SerializeToElement(
        new WorkloadGroupSpec("", ""),
        GovernorJson.Default.WorkloadGroupSpec
    );

    /// <summary>Of a kind of objects, as plans show them; null of other kinds.</summary>
    public static JsonElement? Of(string kind) =>
        kind switch
        {
            GovernorKinds.ResourcePool => Pool,
            GovernorKinds.WorkloadGroup => Group,
            _ => null,
        };
}

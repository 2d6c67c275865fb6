using System.Text.Json;
using RgPolicy.Engine.Documents;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.Status;

/// <summary>What a DBMS tells of its own resources, in a status.</summary>
internal static class ResourcesJson
{
    /// <summary>Writes the pools with their groups.</summary>
    public static void Write(Utf8JsonWriter json, ServerResources? resources)
    {
        if (resources is null)
        {
            json.WriteNull("resources");
            return;
        }

        json.WriteStartObject("resources");
        json.WriteString("read_at", resources.ReadAt.UtcDateTime);
        json.WriteString("core_problem", resources.CoreProblem);
        json.WriteObjects("pools", resources.Pools, pool => WritePool(json, pool, resources));
        json.WriteEndObject();
    }

    /// <summary>Writes what one running request has.</summary>
    public static void WriteRequest(Utf8JsonWriter json, ServerResources? resources, int backend)
    {
        if (resources is null || !resources.Requests.TryGetValue(backend, out var request))
        {
            json.WriteNull("resources");
            return;
        }

        json.WriteStartObject("resources");
        Numbers.WriteOptional(json, "dop", request.Dop);
        json.WriteString("schedulers", CpuList.Format(request.Schedulers));
        json.WriteString("cpus", CpuList.Format(request.Cpus));
        WriteGrant(json, request.Grant);
        json.WriteEndObject();
    }

    private static void WritePool(Utf8JsonWriter json, ResourcePoolFacts pool, ServerResources resources)
    {
        json.WriteString("name", pool.Name);
        json.WriteNumber("cpu_seconds", pool.Cpu.TotalSeconds);
        Numbers.WriteOptional(json, "busy_cpus", pool.BusyCpus);
        json.WriteNumber("used_memory_bytes", pool.UsedMemoryBytes);
        json.WriteNumber("max_memory_bytes", pool.MaxMemoryBytes);
        json.WriteNumber("granted_bytes", pool.GrantedBytes);
        json.WriteNumber("grants_waiting", pool.GrantsWaiting);
        json.WriteString("cpus", pool.Cpus.IsEmpty ? null : CpuList.Format(pool.Cpus));
        json.WriteObjects("groups", resources.Groups.Where(group => group.PoolId == pool.Id), group =>
        {
            json.WriteString("name", group.Name);
            json.WriteNumber("active", group.Active);
            json.WriteNumber("queued", group.Queued);
            json.WriteNumber("blocked_tasks", group.BlockedTasks);
            json.WriteNumber("ended", group.Ended);
            Numbers.WriteOptional(json, "ended_per_second", group.EndedPerSecond);
            json.WriteNumber("cpu_seconds", group.Cpu.TotalSeconds);
        });
    }

    private static void WriteGrant(Utf8JsonWriter json, MemoryGrant? grant)
    {
        if (grant is null)
        {
            json.WriteNull("grant");
            return;
        }

        json.WriteStartObject("grant");
        json.WriteNumber("requested_bytes", grant.RequestedBytes);
        Numbers.WriteOptional(json, "granted_bytes", grant.GrantedBytes);
        Numbers.WriteOptional(json, "used_bytes", grant.UsedBytes);
        Numbers.WriteOptional(json, "most_used_bytes", grant.MostUsedBytes);
        Numbers.WriteOptional(json, "ideal_bytes", grant.IdealBytes);
        Numbers.WriteOptional(json, "waited_seconds", grant.Waited?.TotalSeconds);
        json.WriteEndObject();
    }
}

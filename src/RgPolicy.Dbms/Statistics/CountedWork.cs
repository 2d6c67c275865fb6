using System.Collections.Immutable;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Dbms.Statistics;

/// <summary>What a server itself has counted of the statements that it ran, with plans where they could be
/// had.</summary>
/// <param name="Server">The server.</param>
/// <param name="Source">Where it counts, in its own words, such as <c>pg_stat_statements</c>.</param>
/// <param name="Workload">What it has counted.</param>
/// <param name="Notes">What its statistics do not tell, a sentence each.</param>
public sealed record CountedWork(ServerFacts Server, string Source, Workload Workload, ImmutableArray<string> Notes);

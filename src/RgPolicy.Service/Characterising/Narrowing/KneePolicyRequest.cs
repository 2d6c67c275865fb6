using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Characterising.Narrowing;

/// <summary>What a policy is written from.</summary>
/// <param name="Source">The sweep in a line: server, workload, runs.</param>
/// <param name="Workload">The statements.</param>
/// <param name="Fingerprints">What the observer calls each statement, by its name.</param>
/// <param name="Result">The curves.</param>
/// <param name="Topology">The host's processors.</param>
/// <param name="Target">The server that the policy is for.</param>
public sealed record KneePolicyRequest(
    string Source,
    TrialWorkload Workload,
    ImmutableDictionary<string, ImmutableArray<string>> Fingerprints,
    Characterisation Result,
    Topology Topology,
    TargetProfile Target
);

#nullable enable
using Xunit.Abstractions;

namespace RgPolicy.Mutation.Runner;

/// <summary>Theories have a case for each row, and nothing runs beside anything.</summary>
internal sealed class RunnerOptions : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
{
    private readonly Dictionary<string, object?> _values = new(StringComparer.Ordinal)
    {
        ["xunit.discovery.PreEnumerateTheories"] = true,
        ["xunit.execution.DisableParallelization"] = true,
        ["xunit.execution.SynchronousMessageReporting"] = true,
    };

    public TValue GetValue<TValue>(string name) => _values.GetValueOrDefault(name) is TValue value ? value : default!;

    public void SetValue<TValue>(string name, TValue value) => _values[name] = value;
}

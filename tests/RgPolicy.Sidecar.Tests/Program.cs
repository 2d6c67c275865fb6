using RgPolicy.Sidecar.Tests.Chaos;
using RgPolicy.Sidecar.Tests.Sampling;
using RgPolicy.Sidecar.Tests.Vm;

namespace RgPolicy.Sidecar.Tests;

/// <summary>
/// Lets this assembly run as a program inside the test machine: <c>dotnet RgPolicy.Sidecar.Tests.dll vm
/// [WORD ...]</c>. The test runner does not use it.
/// </summary>
internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (arguments is ["chaos", var rounds, var seed])
        {
            return await ChaosProgram.RunAsync(
                int.Parse(rounds, CultureInfo.InvariantCulture),
                int.Parse(seed, CultureInfo.InvariantCulture)
            );
        }

        if (arguments is ["touch", var mebibytes, var shape])
            return TouchingProgram.Run(mebibytes, shape);

        if (arguments is ["working-sets", .. var asked])
            return WorkingSetsProgram.Run(asked);

        if (arguments is not ["vm", .. var words])
        {
            await Console.Error.WriteLineAsync(
                "usage: dotnet RgPolicy.Sidecar.Tests.dll vm [WORD OF A STEP ...] (inside the test machine)"
            );
            return 2;
        }

        return words is ["units"] ? await VmUnits.RunAsync() : await VmScenario.RunAsync(words);
    }
}

using System.CommandLine;
using RgPolicy.Chaos;

var configuration = new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromSeconds(30) };
return await ChaosCommand.Create().Parse(args).InvokeAsync(configuration);

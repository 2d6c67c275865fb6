using RgPolicy.MySqlConformance;

using var ending = new CancellationTokenSource();
Console.CancelKeyPress += (_, pressed) =>
{
    pressed.Cancel = true;
    ending.Cancel();
};
return await ConformanceRun.RunAsync(
    args,
    Environment.GetEnvironmentVariable,
    Console.Out,
    Console.Error,
    ending.Token
);

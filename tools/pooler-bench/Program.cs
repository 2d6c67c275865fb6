using RgPolicy.PoolerBench;

return await PoolerCommand.Create().Parse(args).InvokeAsync();

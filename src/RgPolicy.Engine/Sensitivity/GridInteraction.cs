namespace RgPolicy.Engine.Sensitivity;

/// <summary>
/// Whether two levers help each other: how many times faster the workload is with the most of both than with the least
/// of both, against what each brings alone with the least of the other. Independent levers multiply.
/// </summary>
/// <param name="Both">How many times faster with both.</param>
/// <param name="First">How many times with the first alone.</param>
/// <param name="Second">How many times with the second alone.</param>
/// <param name="Low">The lower end of the 95 % interval of both against the product of each.</param>
/// <param name="High">The upper end.</param>
public sealed record GridInteraction(double Both, double First, double Second, double Low, double High)
{
    /// <summary>With 95 % confidence both together are not what they are apart.</summary>
    public bool Interacts => Low > 1 || High < 1;
}

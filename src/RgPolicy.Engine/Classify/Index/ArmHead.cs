namespace RgPolicy.Engine.Classify.Index;

/// <summary>Where an arm is to be found in an <see cref="ArmTable"/>.</summary>
/// <param name="Class">The class's index.</param>
/// <param name="FirstTest">Its first test.</param>
/// <param name="TestCount">How many tests follow each other from there.</param>
/// <param name="HasMore">There is more to it than tests.</param>
internal readonly record struct ArmHead(int Class, int FirstTest, int TestCount, bool HasMore);

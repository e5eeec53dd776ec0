a,d=map(eval,open(0))
A=len(a)+1
n=A**len(d)
m={}
while n:
 n-=1;w=i=0;o=()
 for P,T in a:
  K={(w,P)};U=P+T;b=0
  for p,t in d:
   if n//A**b%A==i:K|={(v+p+t,x-t)for v,x in K if x>=t};T-=p;P=0;o+=b,i
   b+=1
  i+=1;w=max(K)[0]+P/2+(T>0)*U
 m[w]=o
print(m[min(m)])